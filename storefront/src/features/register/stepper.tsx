const steps = ['Your details', 'Verify'] as const

/** The two steps by name. `at` is the one that is being done; past the last, both are. */
export function Stepper({ at }: { at: 0 | 1 | 2 }) {
  return (
    <ol className="stepper">
      {steps.map((name, place) => (
        <li
          key={name}
          className={place < at ? 'done' : undefined}
          aria-current={place === at ? 'step' : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  )
}
