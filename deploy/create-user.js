/**
 * Run once by MongoDB's image, on an empty volume: creates the user of all processes of the shop (api, workers,
 * prepare, backup and the operator's commands), with the password in JHATPAT_PASSWORD or in the file that
 * JHATPAT_PASSWORD_FILE names. It is called `jhatpat`, or as secrets:rotate wrote into the file MONGODB_USER. It may
 * write to the shop's database and to no other, and manages no users; `restore` needs root. An older volume gets a
 * further role by hand: docs/how-to/back-up-and-restore.md
 */
const { JHATPAT_PASSWORD: given, JHATPAT_PASSWORD_FILE: file } = process.env
const { existsSync, readFileSync } = require('node:fs')
const password = given || readFileSync(file, 'utf8').trim()
const nameFile = '/run/secrets/MONGODB_USER'
const user = !given && existsSync(nameFile) ? readFileSync(nameFile, 'utf8').trim() : 'jhatpat'

db.getSiblingDB('admin').createUser({
  user,
  pwd: password,
  roles: [
    { role: 'readWrite', db: 'jhatpat' },
    // The oplog: the service `backup` saves what is written since the last backup.
    { role: 'read', db: 'local' },
    // To read, and report, how long MongoDB keeps a dead process's transactions and a past state.
    { role: 'clusterMonitor', db: 'admin' },
  ],
})
