import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { pathInside } from './addresses.ts'

/** Follows an address the server gave: inside the app by the router, any other by the browser. */
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
 * Opens the login page, which comes back here afterwards. `replace`: Back does not lead here again.
 * @returns a function that takes the message that page shows
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
