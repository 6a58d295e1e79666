import * as z from 'zod/mini'
import { imagePath } from './catalogue-fields.ts'
import { GalleryImage, ImageType } from './gallery.ts'
import { route } from './route.ts'

/** The specification's message for a missing title, file or type. */
export const uploadFault = 'Please provide all required fields!'

/** The largest accepted file, in bytes. */
export const maxUploadBytes = 8 * 1024 * 1024

/**
 * Where a picture is used: by a product or an item, with its number and name, or in a slot of the
 * home page.
 */
export const ImageUsage = z.object({
  kind: z.enum(['product', 'item', 'home']),
  id: z.string(),
  name: z.string(),
})
export type ImageUsage = z.output<typeof ImageUsage>

/** An image as admins see it. */
export const AdminImage = z.extend(GalleryImage, {
  /** In pixels; 0 for drawings, and where it is not known. */
  width: z.number(),
  height: z.number(),
  /** Of the largest of its files; 0 where it is not known. */
  bytes: z.number(),
  uses: z.array(ImageUsage),
})
export type AdminImage = z.output<typeof AdminImage>

/** The form fields sent with the file. */
export const UploadFields = z.strictObject({
  title: z.string(uploadFault).check(z.trim(), z.minLength(1, uploadFault), z.maxLength(200)),
  type: z.enum(ImageType.options, uploadFault),
  /** A path of ours or a web address; empty for none. */
  redirectUrl: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(500),
      z.refine((url) => url === '' || imagePath.test(url), 'Redirect URL must begin with / or https://.'),
    ),
  ),
})

export const imageGallery = route({
  method: 'GET',
  path: '/admin/imagegallery',
  auth: { permission: 'catalogue.view' },
  summary: 'Every image, with where it is used',
  result: z.array(AdminImage),
  errors: [],
  errorField: 'message',
})

export const uploadImage = route({
  method: 'POST',
  path: '/admin/uploadimage',
  auth: { permission: 'catalogue.edit' },
  summary:
    'Upload an image to the gallery: multipart/form-data; PNG, JPEG, WebP or AVIF by its content, 8 MB at most',
  body: UploadFields,
  file: { field: 'images', maxBytes: maxUploadBytes },
  result: z.object({ message: z.string(), image: AdminImage }),
  errors: ['upload_incomplete', 'body_too_large', 'image_unreadable', 'image_too_large'],
  errorField: 'message',
})

export const deleteImage = route({
  method: 'POST',
  path: '/admin/deleteimage/:id',
  auth: { permission: 'catalogue.edit' },
  summary: 'Delete an image; a used one only with the number of uses that the admin was shown',
  params: z.strictObject({ id: z.string().check(z.regex(/^[0-9a-f]{24}$/, 'must be the id of an image')) }),
  body: z.strictObject({
    /**
     * How many uses the admin was shown. Without it, or with another number, a used image is not
     * deleted.
     */
    knownUses: z.optional(z.number().check(z.int(), z.gte(0), z.lte(100_000))),
  }),
  result: z.object({ message: z.string() }),
  errors: ['not_found', 'image_in_use'],
  errorField: 'message',
})
