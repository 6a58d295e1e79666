/** The chime. Browsers stay silent until a click has allowed sound on the page. */
export type Sound = {
  /** Asks within a click; answers whether the page may be heard now. */
  allow(): Promise<boolean>
  chime(): void
}

let context: AudioContext | undefined

export const sound: Sound = {
  allow: async () => {
    try {
      context ??= new AudioContext()
      await context.resume()
      return context.state === 'running'
    } catch {
      return false
    }
  },
  chime: () => {
    if (context?.state !== 'running') return
    strike(context, 880, 0)
    strike(context, 1174.7, 0.16)
  },
}

/** One bell-like note; `after` is seconds from now. */
function strike(audio: AudioContext, hertz: number, after: number): void {
  const start = audio.currentTime + after
  const tone = audio.createOscillator()
  const level = audio.createGain()
  tone.frequency.value = hertz
  level.gain.setValueAtTime(0.0001, start)
  level.gain.exponentialRampToValueAtTime(0.25, start + 0.02)
  level.gain.exponentialRampToValueAtTime(0.0001, start + 0.5)
  tone.connect(level).connect(audio.destination)
  tone.start(start)
  tone.stop(start + 0.55)
}
