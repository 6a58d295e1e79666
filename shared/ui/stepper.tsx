/** Named steps. `at` is the current one; past the last, all are done. */
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
