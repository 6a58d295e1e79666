import { createHash } from 'node:crypto'
import { type Request, type Response, Router } from 'express'
import { answerWithFault, type Fault, type Fields, type VendorAnswer } from '../wire/faults.ts'
import { rawBody, readFields } from '../wire/read-fields.ts'
import { playerName, type SmilePlayer } from './smile-players.ts'
import { type SmileCountry, type SmileProduct, smileCountries, smileProducts } from './smile-products.ts'
import { decimal, type SmileStore } from './smile-store.ts'

/** The merchant calls; the country is a path segment, and Brazil may leave it out. */
export function smileApi(store: SmileStore): Router {
  const router = Router()
  router.post('/{:country/}smilecoin/api/:call', rawBody, async (request: Request, response: Response) => {
    const country = smileCountries.find((one) => one === (request.params.country ?? 'br'))
    const call = String(request.params.call)
    const act = calls[call]
    if (!act || !country) return sendHtml(response)
    const fields = await readFields(request)
    const fault = chooseFault(store, call, fields)
    const answer = async () =>
      dress(store, refuseCaller(store, fields) ?? (await act({ store, country, fields, fault })))
    await answerWithFault({ response, fault, delays: store.settings(), act: answer })
  })
  router.use((_request: Request, response: Response) => sendHtml(response))
  return router
}

const sendHtml = (response: Response) =>
  void response.status(404).type('html').send('<!doctype html><title>Smile.one</title><h1>404</h1>')

type Asked = { store: SmileStore; country: SmileCountry; fields: Fields; fault: Fault | undefined }
type Reply = { status: number; message: string; fields?: Record<string, unknown> }

/** A planned fault, otherwise the special behaviour of this player. */
function chooseFault(store: SmileStore, call: string, fields: Fields): Fault | undefined {
  const planned = store.plan.take(call, fields)
  if (call !== 'createorder') return planned
  const userid = fields.userid ?? ''
  const count = store.countAttempt(userid)
  const player = store.players()[userid]
  if (planned || !player || !concerns(player, count)) return planned
  const refusal = player.order && { code: String(player.order.status), message: player.order.message }
  return { outcome: player.order ? 'refuse' : (player.outcome ?? 'ok'), times: 1, match: {}, ...refusal }
}

function concerns(player: SmilePlayer, count: number): boolean {
  if (player.orders === 'all') return true
  return (count % 2 === 1) === (player.orders === 'odd')
}

function refuseCaller(store: SmileStore, fields: Fields): Reply | undefined {
  const { uid, email, key } = store.merchant
  const { codes } = store.settings()
  const { sign, ...signed } = fields
  const text = Object.keys(signed)
    .sort()
    .map((name) => `${name}=${signed[name]}&`)
    .join('')
  if (fields.uid !== uid || fields.email !== email || sign !== md5(md5(text + key))) {
    return { status: codes.signInvalid, message: 'Invalid sign' }
  }
  const ageS = Math.abs(Date.now() / 1000 - Number(fields.time))
  if (!(ageS <= 300)) return { status: codes.signExpired, message: 'Sign expired' }
  return undefined
}

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex')

const calls: Record<string, (asked: Asked) => Reply | Promise<Reply>> = {
  querypoints: ({ store, country }) => yes({ smile_points: decimal(store.points[country]) }),
  product: ({ country }) => yes({ data: { product: Object.keys(smileProducts[country]) } }),
  productlist: ({ store, country, fields, fault }) => {
    if (fault?.outcome === 'refuse') return refusal(fault)
    const products = smileProducts[country][fields.product ?? '']
    if (!products) return productGone(store)
    return yes({
      data: { product: products.map((each) => ({ ...each, cost_price: each.price, discount: '0' })) },
    })
  },
  getserver: () => yes({ server_list: [{ server_id: '2001', server_name: '2001' }] }),
  getrole: getRole,
  createorder: createOrder,
}

function getRole({ store, country, fields, fault }: Asked): Reply {
  if (fault?.outcome === 'refuse') return refusal(fault)
  const userid = fields.userid ?? ''
  const player = store.players()[userid]
  if (!findProduct(country, fields)) return productGone(store)
  if (player?.check) return player.check
  const wrong = refusePlayer(fields)
  if (wrong) return wrong
  const { changePrice, packPrices } = store.settings()
  return yes({
    username: player?.username ?? playerName(userid),
    zone: 1,
    change_price: player?.changePrice ?? changePrice,
    use: player?.use ?? 'c',
    id_change_price_info: Object.entries(packPrices).map(([product_id, change_price]) => ({
      product_id,
      change_price,
    })),
  })
}

/** Rejects an id that doesn't exist, and a zone that isn't the id's. */
function refusePlayer({ userid = '', zoneid = '' }: Fields): Reply | undefined {
  if (!/^\d{4,15}$/.test(userid)) return { status: 20004, message: 'USER ID não existe' }
  if (!/^[1-9]\d{0,7}$/.test(zoneid)) return { status: 20003, message: 'USER ID ou Zone ID não existe' }
  return undefined
}

async function createOrder({ store, country, fields, fault }: Asked): Promise<Reply> {
  if (fault?.outcome === 'refuse') return refusal(fault)
  const product = findProduct(country, fields)
  if (!product) return productGone(store)
  const wrong = refusePlayer(fields)
  if (wrong) return wrong
  const { userid = '', zoneid = '', product: slug = '' } = fields
  const id = await store.deliver(country, product, { userid, zoneid, product: slug })
  const { codes, orderIdField } = store.settings()
  if (!id) return { status: codes.insufficientPoints, message: 'Insufficient smile points' }
  return yes(fault?.outcome === 'no_id' ? {} : { [orderIdField]: id })
}

const findProduct = (country: SmileCountry, fields: Fields): SmileProduct | undefined =>
  smileProducts[country][fields.product ?? '']?.find((each) => each.id === fields.productid)

const yes = (fields: Record<string, unknown>): Reply => ({ status: 200, message: 'success', fields })

const productGone = (store: SmileStore): Reply => ({
  status: store.settings().codes.productGone,
  message: 'Product does not exist',
})

const refusal = (fault: Fault): Reply => ({
  status: Number(fault.code ?? 201),
  message: fault.message ?? 'The recharge has failed. Please contact Customer Service for more details.',
})

/** Business errors have HTTP status 200. */
function dress(store: SmileStore, reply: Reply): VendorAnswer {
  const { nestedFields, statusAsString, leakKey } = store.settings()
  const status = statusAsString ? String(reply.status) : reply.status
  const message = leakKey && reply.status !== 200 ? `${reply.message} (${store.merchant.key})` : reply.message
  const isNested = nestedFields && !reply.fields?.smile_points && !reply.fields?.data
  const fields = isNested ? { data: reply.fields } : reply.fields
  return { httpStatus: 200, body: { status, message, ...fields } }
}
