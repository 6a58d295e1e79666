import {
  createUser,
  findUser,
  findUserByEmail,
  findUserByMobile,
  UserModel,
} from '@jhatpat/shared/domain/accounts/index.ts'
import { UniqueNameModel } from '@jhatpat/shared/platform/names.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const registration = { name: 'Asha', mobilenumber: '9800000001', password: 'a long enough password' }

it('gives an address to one of ten who register it at once, in any case', async () => {
  const addresses = Array.from({ length: 10 }, (_, index) => (index % 2 ? 'race@x.test' : ' Race@X.test '))
  const tries = await Promise.allSettled(addresses.map((email) => createUser({ ...registration, email })))
  const made = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(made).toHaveLength(1)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 11_000 })
  expect(await UserModel.countDocuments({ email: 'race@x.test' })).toBe(1)
  expect((await findUserByEmail('RACE@x.test'))?._id).toEqual(made[0]?._id)
})

it('gives a mobile number to one of ten who register it at once', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      createUser({ ...registration, mobilenumber: '9800000002', email: `number${index}@x.test` }),
    ),
  )
  const made = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(made).toHaveLength(1)
  expect(await UserModel.countDocuments({ mobilenumber: '9800000002' })).toBe(1)
  expect((await findUserByMobile('9800000002'))?._id).toEqual(made[0]?._id)
})

it('leaves no reserved name of a user who could not be written', async () => {
  const { email } = await insertCustomer()
  await expect(createUser({ ...registration, email, userid: 'left0001' })).rejects.toMatchObject({
    code: 11_000,
  })
  const unwritable = {
    ...registration,
    mobilenumber: '9800000003',
    email: 'lost@x.test',
    role: 'nobody' as never,
  }
  await expect(createUser({ ...unwritable, userid: 'left0002' })).rejects.toThrow('role')
  expect(await UniqueNameModel.countDocuments({ _id: /left000|lost@/ })).toBe(0)
  const found = await createUser({
    ...registration,
    mobilenumber: '9800000003',
    email: 'lost@x.test',
    userid: 'left0002',
  })
  expect((await findUser('left0002'))?._id).toEqual(found._id)
  expect((await findUser(String(found._id)))?.email).toBe('lost@x.test')
  expect(await findUser('nobody01')).toBeNull()
})
