import type { WalletTransaction } from '@jhatpat/shared/contracts/wallet.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import type { Column } from '@jhatpat/shared/ui/data-table.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { plainText, type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { confirmationPath, walletConfirmationPath } from '../../lib/addresses.ts'

/** A row of typical length: skeleton rows take its size. */
export const sampleTransaction: WalletTransaction = {
  txnid: 'JT261121K7Q2MD3A',
  type: 'Credit',
  status: 'Success',
  amount: 500,
  balanceAfter: 1840,
  orderid: '',
  userid: '',
  useremail: '',
  note: 'Top-up by UPI',
  revision: 1,
  createdAt: '2026-01-31T10:00:00.000Z',
  updatedAt: '2026-01-31T10:00:00.000Z',
}

/** In the current language. */
export const transactionColumns = (): readonly Column<WalletTransaction>[] => [
  { key: 'id', head: t('Id'), cell: (line) => <Name line={line} /> },
  { key: 'status', head: t('Status'), cell: ({ status }) => <StatusPill status={status} /> },
  {
    key: 'type',
    head: t('Type'),
    cell: ({ type }) => (
      <span className={`ty ${type}`}>
        <Icon name={type === 'Credit' ? 'arrow-down-left' : 'arrow-up-right'} size="sm" />
        {t(type)}
      </span>
    ),
  },
  {
    key: 'amount',
    head: t('Amount'),
    right: true,
    className: 'right nowrap',
    cell: (line) => <Amount line={line} />,
  },
  {
    key: 'date',
    head: t('Date'),
    className: 't2 nowrap',
    cell: ({ createdAt, movedAt }) => (
      <>
        <TimeText at={createdAt} />
        {movedAt && isLater(movedAt, createdAt) && (
          <span className="t3 xs line">{rich('Received {time}', { time: <TimeText at={movedAt} /> })}</span>
        )}
      </>
    ),
  },
  {
    key: 'actions',
    head: t('Actions'),
    quiet: true,
    right: true,
    cell: ({ status, txnid }) =>
      status === 'Created' && (
        <ButtonLink size="sm" href={walletConfirmationPath(txnid)}>
          {t('Verify Payment')}
        </ButtonLink>
      ),
  },
]

/** The whole row opens its order or top-up. An adjustment has no page of its own. */
function Name({ line: { txnid, orderid, note } }: { line: WalletTransaction }) {
  const name = (
    <>
      <span className="b mono line">{groupId(txnid)}</span>
      <span className="t2 xs">
        {plainText(note) || (orderid && t('Order {id}', { id: groupId(orderid) }))}
      </span>
    </>
  )
  const page = orderid ? confirmationPath(orderid) : txnid.startsWith('JT') && walletConfirmationPath(txnid)
  if (!page) return name
  return (
    <AppLink className="txn-link opens" href={page}>
      {name}
    </AppLink>
  )
}

/** The text in place of a balance while money has not arrived, or never will. */
const pendingTexts: Partial<Record<WalletTransaction['status'], Text>> = {
  Created: 'Not paid',
  Processing: 'Pending',
  Failed: 'Not received',
}

/** Money that moved has its sign and the balance after it; pending money has neither. */
function Amount({ line: { type, status, amount, balanceAfter } }: { line: WalletTransaction }) {
  const missing = pendingTexts[status]
  if (missing) {
    return (
      <span className="no-money">
        <Money rupees={amount} />
        <span className="xs line">{t(missing)}</span>
      </span>
    )
  }
  return (
    <>
      <Money rupees={type === 'Credit' ? amount : -amount} plus={type === 'Credit'} />
      {balanceAfter !== undefined && (
        <span className="t3 xs line after">
          {rich('Balance {sum}', { sum: <Money rupees={balanceAfter} exact /> })}
        </span>
      )}
    </>
  )
}

/** Times within one minute read as the same. */
const isLater = (movedAt: string, createdAt: string) => Date.parse(movedAt) - Date.parse(createdAt) >= 60_000
