/** Something asked, and who is to be told. */
type Asked<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void }

/** Work that takes longer than this, in ms, keeps nobody waiting: what came since goes beside it. */
const slowMs = 1_000

/**
 * Lets what is asked one by one be done together: all that is asked in one turn of the event loop, and all that comes
 * while that is on its way, which is done together next. So nobody gets the answer of work that began before they
 * asked, and who asks alone waits for nobody.
 * @param work answers each in its order, by a value or by an Error for that one alone; when it throws, all have its error
 * @param atMost so many at once
 */
export function together<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
  atMost = 500,
): (item: Item) => Promise<Result> {
  const waiting: Asked<Item, Result>[] = []
  let isTaken = false
  const next = () => {
    if (isTaken || waiting.length === 0) return
    isTaken = true
    setImmediate(go)
  }
  const go = () => {
    let isOver = false
    const leave = () => {
      clearTimeout(slow)
      if (isOver) return
      isOver = true
      isTaken = false
      next()
    }
    const slow = setTimeout(leave, slowMs)
    void answer(work, waiting.splice(0, atMost)).finally(leave)
  }
  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      next()
    })
}

async function answer<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
  asked: readonly Asked<Item, Result>[],
): Promise<void> {
  try {
    const answers = await work(asked.map(({ item }) => item))
    for (const [index, { resolve, reject }] of asked.entries()) {
      const own = answers[index]
      if (own instanceof Error) reject(own)
      else resolve(own as Result)
    }
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}
