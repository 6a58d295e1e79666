/** Addresses may contain a user and a password, which must be in no image and in no log. */
export const withoutLogins = (text: string): string => text.replace(/\/\/[^/\s"']*@/g, '//')
