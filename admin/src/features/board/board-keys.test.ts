import { describe, expect, it } from 'vitest'
import { actionOf, boardKeys, neighbourOf } from './board-keys.ts'

const press = (key: string, target: EventTarget | null = document.body, change = {}) =>
  actionOf({ key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, target, ...change })

describe('the board’s keys', () => {
  it('maps each listed key to its action, in either case', () => {
    for (const { keys, action } of boardKeys) {
      const key = keys[0] === 'Space' ? ' ' : keys[0] === 'Esc' ? 'Escape' : keys[0]!
      expect(press(key)).toBe(action)
      expect(press(key.length === 1 ? key.toLowerCase() : key)).toBe(action)
    }
    expect(press('q')).toBeUndefined()
    expect(press('c'), 'the key of earlier releases').toBe('assign')
    expect(boardKeys.some(({ keys }) => keys.includes('C'))).toBe(false)
  })

  it('leaves keys to fields of every kind, dialogs and the browser', () => {
    for (const html of [
      '<input>',
      '<input type="checkbox">',
      '<input type="search">',
      '<textarea></textarea>',
      '<select></select>',
      '<p contenteditable="true"></p>',
      '<p contenteditable></p>',
    ]) {
      const place = document.createElement('div')
      place.innerHTML = html
      const inside = place.firstElementChild!.appendChild(document.createElement('b'))
      for (const { keys } of boardKeys) {
        expect(press(keys[0]!, place.firstElementChild), html).toBeUndefined()
        expect(press(keys[0]!, inside), html).toBeUndefined()
      }
    }
    const dialog = document.createElement('dialog')
    const button = dialog.appendChild(document.createElement('button'))
    expect(press('d', button)).toBeUndefined()
    expect(press('r', document.body, { ctrlKey: true })).toBeUndefined()
    expect(press('r', document.body, { isComposing: true })).toBeUndefined()
  })

  it('lets Space press a button that has the focus', () => {
    expect(press(' ', document.createElement('button'))).toBeUndefined()
    expect(press('d', document.createElement('button'))).toBe('complete')
  })

  it('moves between the rows and stops at the ends', () => {
    expect(neighbourOf(['a', 'b'], undefined, 1)).toBe('a')
    expect(neighbourOf(['a', 'b'], 'a', 1)).toBe('b')
    expect(neighbourOf(['a', 'b'], 'b', 1)).toBe('b')
    expect(neighbourOf(['a', 'b'], 'a', -1)).toBe('a')
    expect(neighbourOf([], 'a', 1)).toBeUndefined()
  })
})
