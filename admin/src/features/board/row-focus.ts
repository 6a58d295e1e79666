/** The row element of an order, if it is on the screen. */
export function rowIn(list: HTMLElement | null, orderid: string | undefined): HTMLElement | undefined {
  return list?.querySelector<HTMLElement>(`[data-order="${CSS.escape(orderid ?? '')}"]`) ?? undefined
}

/** The order whose row contains the focus. */
export function idInFocus(list: HTMLElement | null): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-order]')
  return row && list?.contains(row) ? row.dataset.order : undefined
}
