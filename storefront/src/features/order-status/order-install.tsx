import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { InstallSteps } from '../../lib/install/install-steps.tsx'
import { useInstall } from '../../lib/install/use-install.ts'
import { readPreference, storePreference } from '../../lib/stored-preference.ts'

const readRefused = async () => (await readPreference<boolean>('install-refused')) === true

/**
 * Offers to install the shop after a delivery; after a refusal it is not offered again, and stays in the
 * menu.
 */
export function OrderInstall() {
  const { method, promptInstall } = useInstall()
  const { data: isRefused = true, refetch } = useQuery({ queryKey: ['install'], queryFn: readRefused })
  const [hasPrompted, setHasPrompted] = useState(false)
  const [isHidden, setHidden] = useState(false)
  if (hasPrompted && method === 'installed') {
    return (
      <InlineMessage kind="ok" icon="smartphone" role="status" title={t('Jhatpat is installed')}>
        {t('Find it in your apps.')}
      </InlineMessage>
    )
  }
  if (isHidden || isRefused || method === 'none' || method === 'installed') return null
  const refuse = async () => {
    setHidden(true)
    await storePreference('install-refused', true)
    await refetch()
  }
  const install = async () => {
    setHasPrompted(true)
    if ((await promptInstall()) === 'dismissed') await refuse()
  }
  return (
    <section className="panel push-prompt" aria-labelledby="ask-install">
      <img src="/icons/icon-192.png" alt="" width="64" height="64" />
      <h2 className="d4" id="ask-install">
        {isTouched() ? t('Add Jhatpat to your home screen') : t('Install the Jhatpat app')}
      </h2>
      <p className="t2 sm">{t('Opens instantly, even offline.')}</p>
      {method === 'manual' && <InstallSteps />}
      <div className="row wrap">
        {method === 'ask' && <Button onClick={install}>{t('Install')}</Button>}
        <Button variant="quiet" onClick={refuse}>
          {t('Not now')}
        </Button>
      </div>
    </section>
  )
}

const isTouched = () => matchMedia('(pointer: coarse)').matches
