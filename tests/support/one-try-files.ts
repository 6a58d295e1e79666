/**
 * Where money or a delivery is at stake and nothing goes by the clock: what fails there once in many times is a fault,
 * and must be seen. Other tests may try again on a slow machine.
 */
export const oneTryFiles = [
  ...['model', 'wallet', 'points', 'sales'].map((folder) => new RegExp(`^tests/services/${folder}/`)),
  /^tests\/services\/orders\/(once|redelivery-packs)\.test\.ts$/,
  /^tests\/services\/pipeline\/group-commit\.test\.ts$/,
  // Beside what they are about: rules of money and what holds of every row of commands.
  ...[
    /^shared\/.*\.property\.test\.ts$/,
    /^shared\/.*\/post-entries\.test\.ts$/,
    /^shared\/.*-rules\.test\.ts$/,
  ],
]

/** @param path from the project's folder, with slashes */
export const hasOneTry = (path: string): boolean => oneTryFiles.some((files) => files.test(path))
