/** For admins who do not remember their password. */
export const proofHelp = 'Forgotten? Sign out, and choose “Forgot password?” at the login.'
