/** The list with one member in another place; the very same list where it stands there already. */
export function reorder(list: string[], member: string, to: number): string[] {
  const place = Math.max(0, Math.min(list.length - 1, to))
  if (list[place] === member) return list
  return list.filter((one) => one !== member).toSpliced(place, 0, member)
}
