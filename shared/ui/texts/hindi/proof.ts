/** The dialog that asks for the password once more, and the download of one's data, which asks for it. */
export const proof = {
  'Enter your password to continue': 'आगे बढ़ने के लिए पासवर्ड डालें',
  'Enter a code to continue': 'आगे बढ़ने के लिए कोड डालें',
  'This changes how you log in, so we check that it is you.':
    'इससे आपका लॉगिन बदलता है, इसलिए हम पक्का करते हैं कि यह आप ही हैं।',
  'This is all your data, so we check that it is you.':
    'यह आपका सारा डेटा है, इसलिए हम पक्का करते हैं कि यह आप ही हैं।',
  Password: 'पासवर्ड',
  'Show password': 'पासवर्ड दिखाएँ',
  Cancel: 'रहने दें',
  Continue: 'आगे बढ़ें',
  'Couldn’t check it': 'चेक नहीं हो पाया',
  'Nothing was changed. Try again in a moment.': 'कुछ नहीं बदला। थोड़ी देर बाद फिर से कोशिश करें।',
  '{n} try left.': '{n} कोशिश बाकी है।',
  '{n} tries left.': '{n} कोशिशें बाकी हैं।',
  'Five wrong tries. This OTP no longer works.': 'पाँच बार गलत OTP डाला गया। यह OTP अब नहीं चलेगा।',
  'Request a new one.': 'नया OTP मँगाएँ।',
  'Too many tries': 'बहुत बार कोशिश हुई',
  'Nothing was changed. Try again in {time}.': 'कुछ नहीं बदला। {time} बाद फिर से कोशिश करें।',
  'No password, or forgot it? Sign out and log in again. For 5 minutes after that, you won’t be asked here.':
    'पासवर्ड नहीं है या भूल गए? साइन आउट करके फिर लॉगिन करें: उसके बाद 5 मिनट तक यहाँ कुछ नहीं पूछा जाता।',
  'Download my data': 'मेरा डेटा डाउनलोड करें',
  'Collecting your data': 'आपका डेटा जुटाया जा रहा है',
  'Your data is saved.': 'आपका डेटा सेव हो गया।',
  'Find it in your downloads.': 'यह आपके डाउनलोड में है।',
  'Couldn’t download your data.': 'आपका डेटा डाउनलोड नहीं हुआ।',
  'Connection lost or no response. Try again.': 'कनेक्शन टूट गया या जवाब नहीं मिला। फिर से कोशिश करें।',
}
