import type { OrderDoc } from '../order-model.ts'

/** The account that was delivered to, as people read it: `RaviOP, 123456789 (1234)`. */
export function playerText({
  input1,
  input2,
  playerName,
}: Pick<OrderDoc, 'input1' | 'input2' | 'playerName'>): string {
  const account = input2 ? `${input1} (${input2})` : input1
  return playerName ? `${playerName}, ${account}` : account
}
