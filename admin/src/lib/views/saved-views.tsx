import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { AdminTable } from '@jhatpat/shared/contracts/admin-tables.ts'
import {
  removeView,
  renameView,
  type SavedView,
  savedViews,
  saveView,
} from '@jhatpat/shared/contracts/saved-views.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Checkbox } from '@jhatpat/shared/ui/checkbox.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Popover } from '@jhatpat/shared/ui/popover.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { usePermission } from '../me.ts'
import { messageOf } from '../message-of.ts'

const viewHint = 'Saves search, filters, sort and columns. Anyone with the link sees the same view.'

/** The saved views of a table, above it: each links to its address, and the current one is marked. */
export function SavedViews({ table }: { table: AdminTable }) {
  const { views, isLost, save, rename, remove } = useViews(table)
  const { pathname, search } = useLocation()
  const { store } = useServices()
  const mayChangeShared = usePermission()('staff.manage')
  const now = viewQuery(search)
  const same = views.filter(({ query }) => viewQuery(query) === now)
  const chosen = same.find(({ isShared }) => !isShared) ?? same[0]
  const isSaved = now === '' || chosen !== undefined
  const forget = async ({ id }: SavedView) => {
    try {
      await remove.mutateAsync(id)
      pushToast(store, { kind: 'ok', text: 'This view was deleted. Its link still works.' })
    } catch (error) {
      pushToast(store, { kind: 'bad', text: messageOf(error) })
    }
  }
  return (
    <div className="views row">
      <nav className="tabs" aria-label="Saved views">
        <ViewLink href={pathname} isNow={now === ''}>
          All
        </ViewLink>
        {views.map(({ id, name, query, isShared }) => (
          <ViewLink key={id} href={`${pathname}?${query}`} isNow={id === chosen?.id}>
            {name}
            {isShared && <span className="visually-hidden">, shared with the team</span>}
          </ViewLink>
        ))}
      </nav>
      {isLost && <span className="t3 sm">Saved views couldn’t be loaded.</span>}
      {chosen && (mayChangeShared || !chosen.isShared) && (
        <Popover
          key={chosen.id}
          label={`View ${chosen.name}`}
          buttonClass="tab add"
          align="start"
          button={
            <>
              <Icon name="ellipsis" size="sm" />
              <span className="visually-hidden">Rename or delete {chosen.name}</span>
            </>
          }
        >
          {(close) => (
            <>
              <NameForm
                name={chosen.name}
                text={chosen.isShared ? 'Shared with the team' : 'Only you'}
                action="Rename"
                onSave={(name) => rename.mutateAsync({ id: chosen.id, name })}
                onClose={close}
              />
              <DeleteButton isShared={chosen.isShared} onDelete={() => forget(chosen)} />
            </>
          )}
        </Popover>
      )}
      {!isSaved && (
        <Popover
          label="Save view"
          buttonClass="tab add"
          align="start"
          button={
            <>
              <Icon name="bookmark" size="sm" />
              Save view
            </>
          }
        >
          {(close) => (
            <NameForm
              mayShare={mayChangeShared}
              text={viewHint}
              action="Save"
              onSave={(name, isShared) => save.mutateAsync({ name, isShared, query: now })}
              onClose={close}
            />
          )}
        </Popover>
      )}
    </div>
  )
}

type DeleteProps = { isShared: boolean; onDelete: () => void }

/** Asks once more before a view of the whole team is deleted. */
function DeleteButton({ isShared, onDelete }: DeleteProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <button
      type="button"
      className="btn btn-sm btn-quiet pop-bad"
      // Ignores the second click of a double click, which was meant for the first question.
      onClick={({ detail }) =>
        isShared && !isConfirming ? setIsConfirming(true) : detail <= 1 && onDelete()
      }
    >
      {isConfirming ? 'Delete it for the whole team' : 'Delete this view'}
    </button>
  )
}

type LinkProps = { href: string; isNow: boolean; children: ReactNode }

const ViewLink = ({ href, isNow, children }: LinkProps) => (
  <AppLink className="tab" href={href} aria-current={isNow ? 'page' : undefined}>
    {children}
  </AppLink>
)

/** A table's views with functions to change them; each reply contains all of them. */
function useViews(table: AdminTable) {
  const { call } = useServices()
  const queries = useQueryClient()
  const queryKey = ['admin', 'views', table]
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(savedViews, { params: { table }, signal }),
  })
  const show = (reply: { views: SavedView[] }) => queries.setQueryData(queryKey, reply)
  /** A view that was deleted, or now belongs to another admin, is no longer shown. */
  const onError = () => void queries.invalidateQueries({ queryKey })
  const save = useMutation({
    mutationFn: (body: { name: string; query: string; isShared: boolean }) =>
      call(saveView, { body: { table, ...body } }),
    onSuccess: show,
    onError,
  })
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(renameView, { params: { id }, body: { name } }),
    onSuccess: show,
    onError,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(removeView, { params: { id } }),
    onSuccess: show,
    onError,
  })
  return { views: data?.views ?? [], isLost: error !== null && !data, save, rename, remove }
}

/** The position within a table is not part of a view. */
const places = ['page', 'after', 'before']

/** The part of an address that a view stores, in a canonical order. */
export function viewQuery(search: string | URLSearchParams): string {
  const params = new URLSearchParams(search)
  for (const place of places) params.delete(place)
  params.sort()
  return params.toString()
}

type Props = {
  name?: string
  /** Left out where sharing is not offered. */
  mayShare?: boolean
  text: string
  action: string
  onSave: (name: string, isShared: boolean) => Promise<unknown>
  onClose: () => void
}

/** Asks for a view's name; a refusal of the server is shown below. */
function NameForm({ name: before = '', mayShare = false, text, action, onSave, onClose }: Props) {
  const [name, setName] = useState(before)
  const [isShared, setShared] = useState(false)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') return setError('A view needs a name.')
    setBusy(true)
    try {
      await onSave(name.trim(), isShared)
      onClose()
    } catch (refusal) {
      setError(messageOf(refusal))
      setBusy(false)
    }
  }
  return (
    <form className="stack pop-form" onSubmit={submit}>
      <Field
        small
        label="Name of the view"
        maxLength={40}
        autoComplete="off"
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.target.value)
          setError('')
        }}
      />
      <p className="xs t2">{text}</p>
      {mayShare && (
        <Checkbox
          label="Share with the team"
          checked={isShared}
          onChange={(event) => setShared(event.target.checked)}
        />
      )}
      <div className="row between pop-f">
        <Button size="sm" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" variant="accent" type="submit" busy={busy} busyText="Saving…">
          {action}
        </Button>
      </div>
    </form>
  )
}
