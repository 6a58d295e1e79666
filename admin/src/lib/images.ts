import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { imageGallery } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { useQuery } from '@tanstack/react-query'

export const imagesKey = ['admin', 'images'] as const

/** Every image of the gallery, with where it is used. */
export function useImages() {
  const { call } = useServices()
  return useQuery({
    queryKey: imagesKey,
    queryFn: ({ signal }) => call(imageGallery, { signal }),
    refetchOnWindowFocus: 'always',
  })
}
