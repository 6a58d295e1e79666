/** Runs work on all items, at most `most` at once, and returns the results in the items' order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  // Shared by all: each takes the next item.
  const next = items.entries()
  const run = async () => {
    for (const [index, item] of next) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, run))
  return results
}

/** Collections that are read or written at once: most are small, and their waiting adds up. */
export const collectionsAtOnce = 4
