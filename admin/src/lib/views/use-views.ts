import { useServices } from '@jhatpat/shared/browser/services.tsx'
import {
  removeView,
  renameView,
  type SavedView,
  savedViews,
  saveView,
  type ViewTable,
} from '@jhatpat/shared/contracts/saved-views.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

/** A table's views and the ways to change them: each answer brings them all. */
export function useViews(table: ViewTable) {
  const { call } = useServices()
  const queries = useQueryClient()
  const queryKey = ['admin', 'views', table]
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(savedViews, { params: { table }, signal }),
  })
  const show = (reply: { views: SavedView[] }) => queries.setQueryData(queryKey, reply)
  /** What is gone, or somebody else's by now, is not shown any longer. */
  const onError = () => void queries.invalidateQueries({ queryKey })
  const save = useMutation({
    mutationFn: (body: { name: string; query: string; isShared: boolean }) =>
      call(saveView, { body: { table, ...body } }),
    ...{ onSuccess: show, onError },
  })
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(renameView, { params: { id }, body: { name } }),
    ...{ onSuccess: show, onError },
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(removeView, { params: { id } }),
    ...{ onSuccess: show, onError },
  })
  return { views: data?.views ?? [], isLost: error !== null && !data, save, rename, remove }
}
