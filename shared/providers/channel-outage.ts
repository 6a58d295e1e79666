/**
 * Why no message passes, and not this one alone. `account`: until somebody sets right our money, key or sender there;
 * `server`: it can't be reached, or takes none now.
 */
export type ChannelOutage = 'account' | 'server'
