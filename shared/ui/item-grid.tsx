import { Icon } from './icons/icon.tsx'
import { Money } from './money.tsx'
import { Picture } from './picture.tsx'
import { t } from './texts/translate.ts'
import { useRadioKeys } from './use-radio-keys.ts'

export type GridItem = {
  id: string
  name: string
  pricePaise: number
  /** The crossed-out price. */
  wasPaise?: number | undefined
  picture: string
  badge?: string | undefined
  outOfStock?: boolean | undefined
}

export type ItemGridProps = {
  label: string
  items: readonly GridItem[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** The items of a product as one radio group. Out of stock is labelled and cannot be chosen or focused. */
export function ItemGrid({ label, items, chosen, onChoose }: ItemGridProps) {
  const open = items.filter((item) => !item.outOfStock).map((item) => item.id)
  const { group, onKeyDown, tabIndex } = useRadioKeys(open, chosen, onChoose)
  return (
    <div className="grid-i" role="radiogroup" aria-label={label} ref={group} onKeyDown={onKeyDown}>
      {items.map((item) => (
        // biome-ignore lint/a11y/useSemanticElements: a card with picture and price; the keys are those of a radio
        <button
          key={item.id}
          type="button"
          className={item.outOfStock ? 'item sold-out' : 'item'}
          role="radio"
          aria-checked={item.id === chosen}
          disabled={item.outOfStock}
          tabIndex={tabIndex(item.id)}
          onClick={() => onChoose(item.id)}
        >
          <Picture src={item.picture} width={92} height={92} />
          <span className="grow">
            <span className="n" lang="en">
              {item.name}
            </span>
            {item.outOfStock ? (
              <span className="out-of-stock">
                <Icon name="ban" size="sm" />
                {t('Out of Stock')}
              </span>
            ) : (
              <Price item={item} />
            )}
          </span>
          {item.badge && (
            <span className="badge" lang="en">
              {item.badge}
            </span>
          )}
          <span className="tick">
            <Icon name="check" size="sm" />
          </span>
        </button>
      ))}
    </div>
  )
}

function Price({ item: { pricePaise, wasPaise } }: { item: GridItem }) {
  return (
    <span className="p">
      <Money paise={pricePaise} />
      {wasPaise !== undefined && wasPaise > pricePaise && (
        <s>
          <span className="visually-hidden">{t('before: ')}</span>
          <Money paise={wasPaise} className="was" />
        </s>
      )}
    </span>
  )
}
