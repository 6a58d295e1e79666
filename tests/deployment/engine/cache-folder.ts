import { resolve } from 'node:path'

export const projectFolder = resolve(import.meta.dirname, '../../..')

/** The file systems and the images of earlier runs. */
export const cacheFolder = resolve(projectFolder, '.cache/deployment')
