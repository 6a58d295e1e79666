import { isolated } from '@jhatpat/shared/ui/format/isolate.ts'

type Account = { input1: string; input2: string }

/** The game account of an order: `123456789 (1234)`. */
export function AccountText({ input1, input2 }: Account) {
  if (!input2) return <bdi>{input1}</bdi>
  return (
    <span>
      <bdi>{input1}</bdi> (<bdi>{input2}</bdi>)
    </span>
  )
}

/** The same as a text. */
export const accountText = ({ input1, input2 }: Account): string =>
  input2 ? `${isolated(input1)} (${isolated(input2)})` : isolated(input1)
