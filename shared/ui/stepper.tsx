/** Steps by name. `at` is the one that is being done; past the last, all are. */
export function Stepper({ steps, at }: { steps: readonly string[]; at: number }) {
  return (
    <ol className="stepper">
      {steps.map((name, index) => (
        <li
          key={name}
          className={index < at ? 'done' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  )
}
