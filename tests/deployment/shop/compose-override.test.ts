import { describe, expect, it } from 'vitest'
import { madeImages } from '../images/all-images.ts'
import { registryImages, withoutDigest } from './compose-override.ts'

describe('the images of a deployment', () => {
  it('are those of docker-compose.yml and the Dockerfile, each of which can be made without a registry', async () => {
    const images = await registryImages()
    const makers = images.map((image) => image.split(':')[0])
    expect(makers.toSorted()).toEqual(Object.keys(madeImages).toSorted())
    for (const image of images) expect(image).toMatch(/^[a-z]+:[^@]+@sha256:[0-9a-f]{64}$/)
  })

  it('lose their digest and nothing else', () => {
    const text = `FROM node:24@sha256:${'0a'.repeat(32)} AS base\nRUN echo me@sha256:short`
    expect(withoutDigest(text)).toBe('FROM node:24 AS base\nRUN echo me@sha256:short')
  })
})
