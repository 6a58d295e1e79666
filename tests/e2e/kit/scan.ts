import type { Locator } from '@playwright/test'
import { readQr } from './read-qr.ts'

/** What a phone's camera reads from a code on the screen: from its picture, not from the page. */
export async function scan(code: Locator): Promise<string> {
  const picture = (await code.screenshot()).toString('base64')
  const blank = await code.page().context().newPage()
  const { width, height, dark } = await blank.evaluate(readPixels, picture)
  await blank.close()
  return readQr({ width, height, isDark: (x, y) => dark[y * width + x] === '1' })
}

/** Runs in an empty page. */
async function readPixels(base64: string): Promise<{ width: number; height: number; dark: string }> {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
  const { width, height } = picture
  const brush = new OffscreenCanvas(width, height).getContext('2d')
  if (!brush) throw new Error('no canvas')
  brush.drawImage(picture, 0, 0)
  const { data } = brush.getImageData(0, 0, width, height)
  let dark = ''
  for (let at = 0; at < data.length; at += 4) dark += (data[at] ?? 0) < 128 ? '1' : '0'
  return { width, height, dark }
}
