/** For admins who do not remember their password, or have lost their phone. */
export const proofHelp =
  'No longer sure? Sign out: “Forgot password?” at the login sets another one, and a recovery code stands in for a lost phone.'
