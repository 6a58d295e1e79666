import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import type { Reveal, VaultView } from '@jhatpat/shared/contracts/vault.ts'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { Outline } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useOnline } from '@jhatpat/shared/ui/use-online.ts'
import { SecretRow } from './secret-row.tsx'
import { useReveal } from './use-reveal.ts'
import { lineNames, vaultTitle } from './vault-texts.ts'

/** Delivered codes and texts: hidden, revealed line by line, and hidden again. */
export default function OrderVault({ order, vault }: { order: Order; vault: VaultView }) {
  const online = useOnline()
  const { shown, reveals, opening, problem, lostNetwork, reveal, hide } = useReveal(order.client_txn_id)
  const names = lineNames(vault)
  const firstHidden = vault.findIndex((_line, index) => shown[index] === undefined)
  const firstSeen = vault.flatMap(({ revealedAt }) => revealedAt ?? []).sort()[0]
  return (
    <section className="vault" aria-labelledby="vault">
      <div className="vault-head">
        <span className="glyph">
          <Outline path={lock} />
        </span>
        <div className="grow">
          <h2 className="d3" id="vault">
            {vaultTitle(order, vault)}
          </h2>
          <p className="xs t2">
            {firstSeen
              ? rich('First viewed: {time}', { time: <TimeText at={firstSeen} /> })
              : t('Don’t share it until you’ve used it.')}
          </p>
        </div>
      </div>
      {(!online || lostNetwork) && (
        <InlineMessage kind="warn" icon="wifi-off" role="status" title={t('Go online to view your code')}>
          {t('Codes are never stored on your phone.')}
        </InlineMessage>
      )}
      <div className="stack stack-2">
        {names.map((name, index) => (
          <SecretRow
            key={name}
            name={name}
            value={shown[index]}
            opening={opening === index}
            isNext={online && index === firstHidden}
            onReveal={() => reveal(index)}
            onHide={() => hide(index)}
          />
        ))}
      </div>
      {problem && (
        <p className="hint bad" role="alert">
          {problem}
        </p>
      )}
      <Hint icon="clock">{hintOf(Object.keys(shown).length > 0, firstSeen !== undefined)}</Hint>
      {reveals.length > 0 && <RevealList reveals={reveals} names={names} />}
    </section>
  )
}

function hintOf(isOpen: boolean, isRevealed: boolean): string {
  if (isOpen) return t('Hidden automatically after 1 minute or when you leave.')
  return isRevealed ? t('Every view is recorded.') : t('Every view is recorded. Not viewed yet.')
}

const lock =
  'M7 10V7a5 5 0 0 1 10 0v3M5 10h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2ZM12 15v2'

const most = 5

/** The reveals and their times, the latest first: an unknown device would be noticed. */
export function RevealList({ reveals, names }: { reveals: readonly Reveal[]; names: readonly string[] }) {
  return (
    <div className="looks xs t2">
      <h3 className="label">{t('Viewed on')}</h3>
      <ul>
        {reveals.slice(0, most).map(({ at, secret, label, device, address }) => (
          <li key={`${at} ${secret}`}>
            <TimeText at={at} />
            <span>{[names[secret] ?? label, device, address].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
