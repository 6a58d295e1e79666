/** A phone opens UPI apps by itself; a computer shows a code for one to scan. */
export function isPhone(): boolean {
  return (
    /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent) || matchMedia('(pointer: coarse)').matches
  )
}
