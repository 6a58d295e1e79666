import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { imageGallery } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { useQuery } from '@tanstack/react-query'

export const imagesKey = ['admin', 'images'] as const

/** All images of the gallery, with their uses. */
export function useImages() {
  const { call } = useServices()
  return useQuery({
    queryKey: imagesKey,
    queryFn: ({ signal }) => call(imageGallery, { signal }),
    refetchOnWindowFocus: 'always',
  })
}
