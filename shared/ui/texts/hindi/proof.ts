/** The dialog that asks for the password once more. */
export const proof = {
  'Enter your password to continue': 'आगे बढ़ने के लिए पासवर्ड डालें',
  'Enter a code to continue': 'आगे बढ़ने के लिए कोड डालें',
  'This changes how you log in, so we check that it is you.':
    'इससे आपका लॉगिन बदलता है, इसलिए हम पक्का करते हैं कि यह आप ही हैं।',
  Password: 'पासवर्ड',
  'Show password': 'पासवर्ड दिखाएँ',
  Cancel: 'रद्द करें',
  Continue: 'आगे बढ़ें',
  'It could not be checked': 'जाँच नहीं हो सकी',
  'Nothing was changed. Try again in a moment.': 'कुछ नहीं बदला। थोड़ी देर में फिर कोशिश करें।',
  'Too many tries': 'बहुत बार कोशिश हुई',
  'Nothing was changed. Try again in {time}.': 'कुछ नहीं बदला। {time} बाद फिर कोशिश करें।',
  'No password, or forgotten it? Sign out and log in again: for 5 minutes after that nothing is asked here.':
    'पासवर्ड नहीं है या भूल गए? साइन आउट करके फिर लॉगिन करें: उसके बाद 5 मिनट तक यहाँ कुछ नहीं पूछा जाता।',
}
