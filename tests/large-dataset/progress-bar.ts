const width = 40

/** Draws the progress on the terminal's last line; the indexes are built after it is full. */
export function progressBar(total: number): (done: number) => void {
  const startedAt = performance.now()
  return (done) => {
    const share = done / total
    const full = Math.round(share * width)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    const tail = share < 1 ? '' : ', building indexes'
    process.stdout.write(
      `\r${'█'.repeat(full)}${'░'.repeat(width - full)} ${Math.floor(share * 100)} % ${done} orders, ${seconds} s${tail} `,
    )
  }
}
