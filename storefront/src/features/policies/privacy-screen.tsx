import { PolicyPage } from './policy-page.tsx'
import { privacy } from './privacy.ts'

export default function PrivacyScreen() {
  return <PolicyPage policy={privacy} />
}
