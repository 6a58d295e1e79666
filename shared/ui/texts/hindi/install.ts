/** The shop among somebody's apps. */
export const install = {
  'Put Jhatpat on your home screen': 'झटपट को होम स्क्रीन पर रखें',
  'Put Jhatpat among your apps': 'झटपट को अपने ऐप्स में रखें',
  'Opens at once, also without a network.': 'तुरंत खुलता है, नेटवर्क के बिना भी।',
  Install: 'इंस्टॉल करें',
  'Install the app': 'ऐप इंस्टॉल करें',
  'Jhatpat is installed': 'झटपट इंस्टॉल हो गया',
  'You find it among your apps.': 'अब यह आपके ऐप्स में मिलेगा।',
  'Tap Share, the square with an arrow.': 'Share पर टैप करें, यानी तीर वाला चौकोर।',
  'Choose Add to Home Screen.': 'Add to Home Screen चुनें।',
  'Open it from there, and log in once.': 'वहाँ से खोलें और एक बार लॉगिन करें।',
}
