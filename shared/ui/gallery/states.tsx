import { Button } from '../button.tsx'
import { ButtonLink } from '../button-link.tsx'
import { CountdownRing } from '../countdown-ring.tsx'
import { Empty } from '../empty.tsx'
import { Hint } from '../hint.tsx'
import { InlineMessage } from '../inline-message.tsx'
import { StatusPill } from '../status-pill.tsx'
import { ToastCard } from '../toast.tsx'
import { Frame, minutesFromNow, now } from './frame.tsx'

const statuses = ['Created', 'Processing', 'Completed', 'Refunded', 'Failed', 'Cancelled', 'Success']

export function EmptyStates() {
  return (
    <>
      <Frame name="Nothing yet">
        <Empty
          spot="empty"
          title="No orders found."
          action={
            <ButtonLink href="/" variant="accent">
              Browse games
            </ButtonLink>
          }
        >
          Your orders will appear here.
        </Empty>
      </Frame>
      <Frame name="No match">
        <Empty spot="nomatch" title="No orders found." action={<Button>Clear filters</Button>}>
          No order matches “99817” with status Refunded.
        </Empty>
      </Frame>
      <Frame name="Board, all done">
        <Empty spot="chai" title="No pending orders.">
          Last one closed at 8:31 pm. New orders appear here by themselves.
        </Empty>
      </Frame>
      <Frame name="Network down">
        <Empty spot="offline" title="Network Error" action={<Button icon="refresh-cw">Try again</Button>}>
          The order was not sent and no money moved. Your item and ids are kept.
        </Empty>
      </Frame>
    </>
  )
}

export function Buttons() {
  return (
    <Frame name="Buttons">
      <div className="panel stack">
        <Button variant="accent" size="lg" block busyText="Placing your order">
          BUY NOW
        </Button>
        <Button variant="accent" size="lg" block busy busyText="Placing your order">
          BUY NOW
        </Button>
        <Button size="lg" block aria-disabled="true">
          BUY NOW
        </Button>
        <Hint>Check the id first</Hint>
        <ButtonLink href="/login" variant="line" size="lg" block>
          Please Login First
        </ButtonLink>
        <div className="row wrap">
          <Button>Plain</Button>
          <Button variant="quiet">Quiet</Button>
          <Button variant="ok">Completed</Button>
          <Button variant="bad">Cancelled…</Button>
          <Button disabled>Off</Button>
          <Button size="sm" icon="refresh-cw">
            Check again
          </Button>
        </div>
      </div>
    </Frame>
  )
}

export function Messages() {
  return (
    <Frame name="Messages">
      <div className="stack">
        <ToastCard
          toast={{
            id: 1,
            kind: 'form',
            text: 'Please select an item, enter your Id and select a payment method before proceeding.',
          }}
          onClose={() => {}}
        />
        <ToastCard
          toast={{ id: 2, kind: 'ok', title: 'Delivered.', text: '284 Diamonds for RaviOP' }}
          onClose={() => {}}
        />
        <InlineMessage kind="warn" title="Session expired! Please re-login to proceed.">
          Your selection is saved.
        </InlineMessage>
        <InlineMessage kind="info" title="Back online">
          Two things changed while you were away: one order delivered, one refunded.
        </InlineMessage>
        <InlineMessage kind="bad" icon="hand" title="Imran has this order">
          He claimed it 40 seconds ago. Nothing was changed.
        </InlineMessage>
        <InlineMessage kind="ok">OTP sent to +91 98765 43210</InlineMessage>
      </div>
    </Frame>
  )
}

export function Statuses() {
  return (
    <Frame name="Every status, every clock">
      <div className="panel stack">
        <div className="row wrap">
          {statuses.map((status) => (
            <StatusPill key={status} status={status} />
          ))}
        </div>
        <div className="row row-3 wrap">
          {[24, 12, 3, -4].map((left) => (
            <CountdownRing key={left} dueAt={minutesFromNow(left)} now={now} />
          ))}
          <CountdownRing dueAt={minutesFromNow(29)} now={now} show="minutes-m" size="lg" />
          <CountdownRing dueAt={minutesFromNow(27.9)} now={now} show="clock" size="xl" />
        </div>
      </div>
    </Frame>
  )
}
