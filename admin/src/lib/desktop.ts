/** Notifications of the desktop, outside the page. */
export type Desktop = {
  permission(): 'default' | 'granted' | 'denied' | 'unsupported'
  ask(): Promise<'default' | 'granted' | 'denied' | 'unsupported'>
  /** `tag` replaces an earlier notification of the same thing. */
  show(note: { title: string; body: string; tag: string; onOpen: () => void }): void
}

export const desktop: Desktop = {
  permission: () => ('Notification' in window ? Notification.permission : 'unsupported'),
  ask: async () => ('Notification' in window ? Notification.requestPermission() : 'unsupported'),
  show: ({ title, body, tag, onOpen }) => {
    const note = makeNotification(title, { body, tag })
    note?.addEventListener('click', () => {
      window.focus()
      note.close()
      onOpen()
    })
  },
}

/** Phones have the name but throw when it is used without a service worker. */
function makeNotification(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options)
  } catch {
    return undefined
  }
}
