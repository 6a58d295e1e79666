/**
 * Why no message can be sent on a channel. `account`: until our balance, key or sender there is
 * corrected; `server`: it cannot be reached or accepts none now.
 */
export type ChannelOutage = 'account' | 'server'
