import { useState } from 'react'
import { promiseMinutes } from '../../contracts/order-status.ts'
import { Avatar } from '../avatar.tsx'
import { Button } from '../button.tsx'
import { Carousel } from '../carousel.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { ItemGrid } from '../item-grid.tsx'
import { Meter } from '../meter.tsx'
import { Money } from '../money.tsx'
import { Pager } from '../pager.tsx'
import { ProductCard } from '../product-card.tsx'
import { KeyValues, ReceiptCard, TearLine } from '../receipt-card.tsx'
import { CardSkeleton } from '../skeleton.tsx'
import { StatusPill } from '../status-pill.tsx'
import { TimeText } from '../time-text.tsx'
import { Timeline } from '../timeline.tsx'
import { Frame, minutesFromNow, now } from './frame.tsx'

const names = ['mobile-legends', 'free-fire', 'genshin-impact', 'valorant']
const items = [
  { id: '1', name: '14 Diamonds', pricePaise: 1900, wasPaise: 2500, picture: '/art/items/diamonds-1.svg' },
  {
    id: '2',
    name: '112 Diamonds',
    pricePaise: 13900,
    wasPaise: 16000,
    picture: '/art/items/diamonds-3.svg',
    badge: 'Most bought',
  },
  { id: '3', name: '284 Diamonds', pricePaise: 34500, wasPaise: 39500, picture: '/art/items/diamonds-4.svg' },
  {
    id: '4',
    name: '2,195 Diamonds',
    pricePaise: 261900,
    picture: '/art/items/diamonds-5.svg',
    outOfStock: true,
  },
  { id: '5', name: 'Weekly Diamond Pass', pricePaise: 13900, picture: '/art/items/weekly-pass.svg' },
  { id: '6', name: 'Broken picture', pricePaise: 100, picture: '/nowhere.svg' },
]

export function ShopParts() {
  const [chosen, setChosen] = useState<string | undefined>('3')
  return (
    <>
      <Carousel
        label="Offers"
        slides={['diamonds', 'promise', 'ott'].map((key) => ({
          key,
          content: (
            <a href="#offer">
              <picture>
                <source media="(max-width:767px)" srcSet={`/art/banner-${key}-mobile.svg`} />
                <img src={`/art/banner-${key}-wide.svg`} alt={key} width={1600} height={560} />
              </picture>
            </a>
          ),
        }))}
      />
      <section className="sec">
        <div className="trend">
          {names.map((name, n) => (
            <ProductCard key={name} href="/product/1" name={name} picture={`/art/${name}.svg`} rank={n + 1} />
          ))}
        </div>
      </section>
      <section className="sec grid-p" aria-busy="true">
        <ProductCard href="/product/1" name="Mobile Legends" picture="/nowhere.svg" />
        <CardSkeleton />
      </section>
      <section className="sec">
        <ItemGrid label="Items" items={items} chosen={chosen} onChoose={setChosen} />
      </section>
    </>
  )
}

type Row = { id: string; item: string; status: string; paise: number; at: number }
const rows: Row[] = [
  {
    id: 'JP-261121-K7Q2MD',
    item: '284 Diamonds',
    status: 'Processing',
    paise: 34500,
    at: minutesFromNow(-4),
  },
  {
    id: 'JP-261121-H20XPA',
    item: '6,480 Genesis Crystals',
    status: 'Completed',
    paise: 10719900,
    at: minutesFromNow(-300),
  },
  {
    id: 'JP-261120-Z81BNC',
    item: '475 Points',
    status: 'Refunded',
    paise: -39950,
    at: minutesFromNow(-2000),
  },
]
const columns: Column<Row>[] = [
  { key: 'item', head: 'Item', cell: (row) => <span className="b">{row.item}</span> },
  {
    key: 'amount',
    head: 'Amount',
    right: true,
    className: 'right',
    cell: (row) => <Money paise={row.paise} />,
  },
  { key: 'status', head: 'Status', cell: (row) => <StatusPill status={row.status} /> },
  {
    key: 'at',
    head: 'Date',
    sortable: true,
    className: 'right',
    cell: (row) => <TimeText at={row.at} now={now} className="t2" />,
  },
  { key: 'id', head: 'Order', cell: (row) => <span className="mono t2">{row.id}</span> },
]

export function Lists() {
  return (
    <section className="sec stack">
      <DataTable label="Orders" cards columns={columns} rows={rows} rowKey={(row) => row.id} />
      <DataTable
        label="Orders, dense"
        dense
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        sort={{ key: 'at', direction: 'descending' }}
        onSort={() => {}}
        isSelected={(row) => row.status === 'Completed'}
      />
      <Pager size={50} sizes={[50, 100, 250]} onNext={() => {}}>
        1–50 of 10,000+
      </Pager>
    </section>
  )
}

export function Paper() {
  return (
    <Frame name="The receipt card and its timeline">
      <ReceiptCard>
        <div className="stack">
          <StatusPill status="Processing" />
          <h1 className="d1">Sorry, this is taking longer than expected</h1>
          <p className="t2">{promiseMinutes} minutes passed at 9:12 pm.</p>
        </div>
        <TearLine />
        <Timeline
          steps={[
            {
              key: 'a',
              state: 'done',
              title: 'Ordered',
              at: minutesFromNow(-4),
              text: '284 Diamonds for RaviOP',
            },
            {
              key: 'b',
              state: 'bad',
              title: 'Confirming with the supplier',
              at: minutesFromNow(-2),
              text: 'We do not send it again until we know.',
            },
            {
              key: 'c',
              state: 'now',
              title: 'Waiting for the supplier',
              text: 'We ask again every few seconds.',
            },
            { key: 'd', state: 'next', title: 'Deliver to RaviOP', icon: 'gift' },
          ]}
        />
        <TearLine />
        <div className="stack">
          <KeyValues
            rows={[
              ['Order', 'JP-261121-K7Q2MD'],
              ['Total', <Money key="total" paise={34500} />],
              ['Balance', <Money key="balance" paise={184000} exact />],
            ]}
          />
          <Meter label="Points" share={0.39} />
          <div className="row">
            <Avatar name="Arjun Nair" me />
            <Avatar name="Imran Khan" small />
            <Button variant="accent">Buy again</Button>
          </div>
        </div>
      </ReceiptCard>
    </Frame>
  )
}
