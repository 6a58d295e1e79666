import { PolicyPage } from './policy-page.tsx'
import { refunds } from './refunds.ts'

export default function RefundsScreen() {
  return <PolicyPage policy={refunds} />
}
