/** The name in local storage that stands there while somebody is signed in by way of the provider. */
export const hostedMark = 'hostedSignIn'
