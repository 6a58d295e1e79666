import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { freePorts } from '../../../scripts/processes/free-port.ts'
import { makeTempFolder } from '../../../scripts/services/temp-folder.ts'
import { createNetworkLinks, type NetworkLinks } from './links.ts'
import { describeProcess, type NodeProcess } from './node-process.ts'
import { type SeededShop, seedShop } from './seed-shop.ts'
import { type Servers, startServers } from './servers.ts'
import { type Settings, sharedSettings } from './settings.ts'
import { createSimulatorClient, type SimulatorClient } from './simulator-client.ts'

export type Db = InstanceType<typeof mongoose.mongo.MongoClient>['db'] extends (name: string) => infer D
  ? D
  : never

export type Note = { at: number; text: string }

/** The whole shop as separate processes, with network links between them that can fail. */
export type FaultEnvironment = {
  folder: string
  servers: Servers
  simulators: SimulatorClient
  apis: NodeProcess[]
  workers: NodeProcess[]
  apiUrls: string[]
  links: NetworkLinks
  shop: SeededShop
  /** A direct connection, without a network link. */
  db: Db
  notes: Note[]
  note(text: string): void
  stop(): Promise<void>
}

export type EnvironmentOptions = {
  mongoNodes?: 1 | 3
  apis?: number
  workers?: number
  /** False where the scenario itself starts the api and worker processes. */
  areStarted?: boolean
  customers?: number
  settings?: Settings
}

const { MongoClient } = mongoose.mongo

/** Starts everything and seeds a shop. Everything started is stopped again when any part fails. */
export async function startEnvironment(options: EnvironmentOptions = {}): Promise<FaultEnvironment> {
  const folder = await makeTempFolder('jhatpat-faults-')
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step().catch(() => undefined)
  }
  try {
    return await build(options, { folder, undo, stop })
  } catch (error) {
    await stop()
    throw error
  }
}

type Site = { folder: string; undo: (() => Promise<unknown>)[]; stop: () => Promise<void> }

async function build(options: EnvironmentOptions, { folder, undo, stop }: Site): Promise<FaultEnvironment> {
  const { mongoNodes = 1, apis = 1, workers = 2, areStarted = true, customers = 12, settings = {} } = options
  const servers = await startServers({
    folder,
    mongoNodes,
  })
  undo.push(() => servers.stop())
  const shop = await seedShop(servers.mongoUri, customers)
  const ports = await freePorts(apis + 2)
  const [simulatorPort, smtpPort, ...apiPorts] = ports as [number, number, ...number[]]
  const apiUrls = apiPorts.map((port) => `http://127.0.0.1:${port}`)
  const env = sharedSettings(apiUrls[0]!, settings)
  const names = [...apiPorts.map((_port, index) => `api${index + 1}`), ...range(workers, 'worker')]
  const links = await createNetworkLinks(names, { servers, simulatorPort, proxied: mongoNodes === 1 })
  undo.push(() => links.close())

  const simulatorProcess = describeProcess({
    name: 'simulators',
    script: 'tests/simulators/main.ts',
    env: {
      ...env,
      SIMULATOR_PORT: String(simulatorPort),
      SIMULATOR_SMTP_PORT: String(smtpPort),
      SIMULATOR_DATA: join(folder, 'journals'),
      APP_URL: apiUrls[0],
    },
  })
  const addresses = { simulators: `http://127.0.0.1:${simulatorPort}`, smtp: `smtp://127.0.0.1:${smtpPort}` }
  const processes = names.map((name, index) => {
    const isApi = index < apis
    return describeProcess({
      name,
      script: isApi ? 'api/src/main.ts' : 'workers/src/main.ts',
      env: {
        ...env,
        ...links.envFor(name, addresses),
        ...(isApi ? { PORT: String(apiPorts[index]) } : {}),
      },
    })
  })
  undo.push(() => Promise.all([simulatorProcess, ...processes].map((one) => one.kill())))
  await Promise.all([simulatorProcess, ...(areStarted ? processes : [])].map((one) => one.start()))
  const client = await new MongoClient(servers.mongoUri).connect()
  undo.push(() => client.close())
  const notes: Note[] = []
  return {
    folder,
    servers,
    apiUrls,
    links,
    shop,
    notes,
    stop,
    simulators: createSimulatorClient(addresses.simulators, join(folder, 'journals')),
    apis: processes.slice(0, apis),
    workers: processes.slice(apis),
    db: client.db('jhatpat'),
    note: (text) => void notes.push({ at: Date.now(), text }),
  }
}

const range = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name}${index + 1}`)
