import type { Mutant } from './mutant.ts'

const heard = ['shared/providers/hear-vendor.test.ts']
const page = ['tests/services/back-office/order-page.test.ts']

/** Mistakes about what is kept as evidence, and about who looks at it. */
export const evidenceMutants: Mutant[] = [
  {
    name: 'words of a vendor are kept with the keys that they repeat',
    file: 'shared/providers/hear-vendor.ts',
    find: 'secrets.flatMap(formsOf)',
    replace: '[]',
    tests: heard,
  },
  {
    name: 'a purchase fails where nobody can hear of it',
    file: 'shared/providers/hear-vendor.ts',
    find: '  } catch {\n',
    replace: '  } catch (error) {\n    throw error\n',
    tests: heard,
  },
  {
    name: 'who looks at an order leaves no row',
    file: 'shared/domain/back-office/order-page.ts',
    find: '  await noteLook(deps.clock, { userId: admin.userId, name: admin.name }, look)\n',
    replace: '  void noteLook\n',
    tests: page,
  },
  {
    name: 'a note of admins is lost to another of the same moment',
    file: 'shared/domain/orders/board/add-note.ts',
    find: 'tries < triesAtMost',
    replace: 'tries < 1',
    tests: page,
  },
]
