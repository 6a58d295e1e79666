import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { pathInside } from './addresses.ts'

/** Follows an address the server gave: inside the app by the router, anywhere else by the browser. */
export function useNavigateTo(): (address: string, options?: { replace?: boolean; state?: unknown }) => void {
  const navigate = useNavigate()
  return useCallback(
    (address, options = {}) => {
      const path = pathInside(address)
      if (path !== undefined) navigate(path, options)
      else location.assign(address)
    },
    [navigate],
  )
}

/**
 * Goes to the login page, which comes back here afterwards. `replace`: Back does not lead here again.
 * @returns takes what that page shall say, for people
 */
export function useGoToLogin(options: { replace?: boolean } = {}): (problem?: string) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { replace = false } = options
  return useCallback(
    (problem?: string) => {
      navigate('/login', { state: { from: pathname + search, ...(problem ? { problem } : {}) }, replace })
    },
    [navigate, pathname, search, replace],
  )
}
