import { describe, expect, it } from 'vitest'
import { madeImages } from '../images/all-images.ts'
import { ownImage, registryImages, withoutDigest } from './compose-override.ts'

describe('the images of a deployment', () => {
  it('are those of docker-compose.yml and the Dockerfile, each of which can be made without a registry', async () => {
    const images = await registryImages()
    const makers = images.map((image) => image.split(':')[0])
    expect(makers.toSorted()).toEqual(Object.keys(madeImages).toSorted())
    for (const image of images) expect(image).toMatch(/^[a-z]+:[^@]+@sha256:[0-9a-f]{64}$/)
  })

  it('that are built have names of their own', () => {
    expect(['jhatpat-app', 'jhatpat-simulators', 'jhatpat-deployment-app', 'mongo:8'].map(ownImage)).toEqual([
      'jhatpat-deployment-app',
      'jhatpat-deployment-simulators',
      'jhatpat-deployment-app',
      'mongo:8',
    ])
  })

  it('lose their digest and nothing else', () => {
    const text = `FROM node:24@sha256:${'0a'.repeat(32)} AS base\nRUN echo me@sha256:short`
    expect(withoutDigest(text)).toBe('FROM node:24 AS base\nRUN echo me@sha256:short')
  })
})
