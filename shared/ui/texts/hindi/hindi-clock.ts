/** रात 9:12: the part of the day comes first. */
export function hindiClock(hour: number, clock: string): string {
  const part = hour < 4 || hour >= 20 ? 'रात' : hour < 12 ? 'सुबह' : hour < 16 ? 'दोपहर' : 'शाम'
  return `${part} ${clock}`
}
