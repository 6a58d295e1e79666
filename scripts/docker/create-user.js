/**
 * Run once by MongoDB's image, on an empty volume: creates the user of the api and the workers, which may
 * read and write one database.
 */
db.getSiblingDB('admin').createUser({
  user: 'jhatpat',
  pwd: process.env.JHATPAT_PASSWORD,
  roles: [
    { role: 'readWrite', db: 'jhatpat' },
    // To read, and report, how long MongoDB keeps a dead process's transactions.
    { role: 'clusterMonitor', db: 'admin' },
  ],
})
