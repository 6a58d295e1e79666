/** The specification's words. */
export const said = {
  listFailed: 'Failed to fetch images.',
  uploadRefused: 'Failed to upload image.',
  uploadBroke: 'Error uploading image.',
  deleteFailed: 'Failed to delete image.',
  uploaded: 'Image uploaded successfully!',
  deleted: 'Image deleted successfully!',
  copied: 'URL copied to clipboard!',
  notCopied: 'Failed to copy URL!',
  deleteAsks: 'Are you sure you want to delete this image?',
} as const

/** `1.4 MB`, `36 kB` */
export function sizeText(bytes: number): string {
  if (bytes >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1000))} kB`
}
