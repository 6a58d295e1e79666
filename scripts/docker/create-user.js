/** Run once by MongoDB's image, on an empty volume: the user of the api and the workers, who reads and writes one database. */
db.getSiblingDB('admin').createUser({
  user: 'jhatpat',
  pwd: process.env.JHATPAT_PASSWORD,
  roles: [
    { role: 'readWrite', db: 'jhatpat' },
    // To see, and say, how long MongoDB keeps a dead process's transactions.
    { role: 'clusterMonitor', db: 'admin' },
  ],
})
