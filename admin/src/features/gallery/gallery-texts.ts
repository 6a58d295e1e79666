/** The specification's texts. */
export const messages = {
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
