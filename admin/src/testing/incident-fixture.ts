import type { HeldOrder, Incident } from '@jhatpat/shared/contracts/incidents.ts'

/** An incident with 212 held orders, the first of which is listed. */
export const makeIncident = (more: Partial<Incident> = {}): Incident & { next: HeldOrder[] } => ({
  id: 'SMILEPH:3',
  scope: 'SMILEPH',
  state: 'active',
  version: 2,
  reason: 'No answers for 4 minutes',
  message: {
    en: 'Mobile Legends PH orders are taking longer right now.',
    hi: 'Mobile Legends PH में अभी देर हो रही है।',
  },
  nextUpdateAt: '2026-11-21T16:00:00.000Z',
  perMinute: 15,
  startedAt: '2026-11-21T15:01:02.000Z',
  startedBy: 'Meera',
  releaseStopped: null,
  waits: [],
  endedAt: null,
  log: [
    { at: '2026-11-21T15:01:02.000Z', by: 'Meera', event: 'started', detail: 'No answers for 4 minutes' },
  ],
  held: { orders: 212, value: 71_204, oldestAt: '2026-11-21T15:01:05.000Z' },
  inProgress: 0,
  delivered: 0,
  refunded: { orders: 6, value: 1_912 },
  next: [
    {
      orderid: 'JP261121AAAA01',
      itemname: 'Weekly Diamond Pass',
      imgpath: '/media/a.webp',
      customer: 'Lobsang Tamang',
      value: 149,
      paidAt: '2026-11-21T15:01:05.000Z',
    },
  ],
  ...more,
})
