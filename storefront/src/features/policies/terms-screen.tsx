import { PolicyPage } from './policy-page.tsx'
import { terms } from './terms.ts'

export default function TermsScreen() {
  return <PolicyPage policy={terms} />
}
