/** Login, OTP, registration, passwords and the mailed links. */
export const signIn = {
  '{page} · Jhatpat': '{page} · झटपट',
  'For ages 18+, or with a guardian’s consent.': '18+ के लिए, या अभिभावक की सहमति से।',
  'Loading...': 'लोड हो रहा है…',
  'You’re offline. This page loads automatically when you’re back online.':
    'आप ऑफ़लाइन हैं। ऑनलाइन आते ही यह पेज अपने-आप खुलेगा।',
  'We can’t reach Jhatpat right now. You’re still signed in; retrying automatically.':
    'अभी झटपट से कनेक्ट नहीं हो पा रहा है। आप लॉगिन हैं, हम अपने-आप फिर से कोशिश कर रहे हैं।',
  Email: 'ईमेल',
  'Enter your email': 'अपना ईमेल डालें',
  'Enter your password': 'अपना पासवर्ड डालें',
  'Forgot password?': 'पासवर्ड भूल गए?',
  'Signing in…': 'लॉगिन हो रहा है…',
  'Signing you in...': 'लॉगिन हो रहा है…',
  or: 'या',
  'New here?': 'नए हैं?',
  'Continue with {name}': '{name} से जारी रखें',
  'Redirecting…': 'दूसरे पेज पर जा रहे हैं…',
  'Welcome back.': 'फिर से स्वागत है।',
  'Your selection is saved.': 'आपका चुना हुआ आइटम सेव है।',
  'Open the link we emailed to {email}, then log in.': '{email} पर भेजा गया लिंक खोलें, फिर लॉगिन करें।',
  'Log in as an admin to continue.': 'आगे बढ़ने के लिए एडमिन अकाउंट से लॉगिन करें।',
  'This area is for staff only': 'यह हिस्सा सिर्फ़ स्टाफ़ के लिए है',
  'You were signed in with a customer account. Log in with a staff account.':
    'आप ग्राहक अकाउंट से लॉगिन थे। स्टाफ़ अकाउंट से लॉगिन करें।',
  'Go to the store': 'शॉप पर जाएँ',
  'You’ve been signed out. Please log in again.': 'आप साइन आउट हो गए हैं। कृपया फिर से लॉगिन करें।',
  'Wasn’t you?': 'यह आपने नहीं किया?',
  'Someone else may have tried passwords for your account. We can email you a link to log in on this device.':
    'हो सकता है किसी और ने आपके अकाउंट का पासवर्ड डालने की कोशिश की हो। हम आपको इस डिवाइस पर लॉगिन करने का लिंक ईमेल कर सकते हैं।',
  'Email me a link': 'लिंक ईमेल करें',
  'The link works once and is valid for 15 minutes. Check spam too.':
    'लिंक एक बार चलेगा और 15 मिनट तक मान्य है। स्पैम भी देखें।',
  'Try again in {span}.': '{span} बाद फिर से कोशिश करें।',

  'Log in with phone': 'मोबाइल नंबर से लॉगिन करें',
  'Log in with email': 'ईमेल से लॉगिन करें',
  'We’ll send you a 6-digit OTP by SMS.': 'हम SMS से 6 अंकों का OTP भेजेंगे।',
  'Mobile number': 'मोबाइल नंबर',
  'Please enter a valid mobile number.': 'सही मोबाइल नंबर डालें।',
  'Send Otp': 'OTP भेजें',
  'Enter the OTP': 'OTP डालें',
  'Enter the OTP for {mobile}.': '{mobile} का OTP डालें।',
  'Change number': 'नंबर बदलें',
  '6-digit OTP': '6 अंकों का OTP',
  'Please enter a valid OTP.': 'सही OTP डालें।',
  'Didn’t get it?': 'नहीं मिला?',
  'Resend OTP': 'OTP दोबारा भेजें',
  'Resend OTP in {time}': '{time} बाद OTP दोबारा भेजें',
  'OTP sent. Valid for {n} minutes.': 'OTP भेजा गया। {n} मिनट तक मान्य है।',
  'If your last OTP is still valid, the same one is sent.': 'पिछला OTP अब भी मान्य हो, तो वही भेजा जाएगा।',
  'OTP expires in {time}': 'OTP {time} में एक्सपायर होगा',
  'An error occurred while fetching the timer.': 'टाइमर लोड नहीं हुआ।',
  'The last OTP still works. Enter it, or request a new one.':
    'पिछला OTP अब भी चलेगा। उसे डालें, या नया OTP मँगाएँ।',
  Verify: 'वेरिफाई करें',
  'Verifying…': 'वेरिफाई हो रहा है…',
  'No account with this number?': 'इस नंबर पर अकाउंट नहीं है?',

  'Your details': 'आपकी जानकारी',
  Name: 'नाम',
  'Enter your name': 'अपना नाम डालें',
  'Enter a 10-digit mobile number, without +91': '10 अंकों का मोबाइल नंबर डालें, +91 के बिना',
  'We send an OTP to this number.': 'इस नंबर पर OTP भेजेंगे।',
  'We send receipts and a verification link here.': 'रसीद और वेरिफिकेशन लिंक यहाँ भेजेंगे।',
  'At least 8 characters.': 'कम से कम 8 अक्षर।',
  'By creating an account, you agree to our {terms} and {privacy}.':
    'अकाउंट बनाकर आप हमारी {terms} और {privacy} स्वीकार करते हैं।',
  'Have an account?': 'अकाउंट है?',
  'Please fill in all fields.': 'सभी बॉक्स भरें।',
  'Please enter the OTP and Mobile Number.': 'OTP और मोबाइल नंबर डालें।',
  'Registration failed. Please try again.': 'अकाउंट नहीं बना। फिर से कोशिश करें।',
  'Verification failed. Please try again.': 'वेरिफिकेशन नहीं हुआ। फिर से कोशिश करें।',
  'Something went wrong. Please try again.': 'कुछ गड़बड़ हो गई। फिर से कोशिश करें।',
  '6-digit OTP, sent to {mobile}': '{mobile} पर भेजा गया 6 अंकों का OTP',
  'Change my details': 'जानकारी बदलें',
  'Almost done': 'बस एक स्टेप बाकी',
  'We’ve emailed a verification link to {email}. Verify, then log in.':
    '{email} पर वेरिफिकेशन लिंक भेजा है। वेरिफाई करके लॉगिन करें।',
  'Taking you to login…': 'लॉगिन पेज पर जा रहे हैं…',

  'Forgot password': 'पासवर्ड भूल गए',
  'We’ll email you a link to set a new password. It’s valid for 1 hour.':
    'हम नया पासवर्ड बनाने का लिंक ईमेल करेंगे। लिंक 1 घंटे तक मान्य है।',
  'Registered email': 'रजिस्टर्ड ईमेल',
  'The one you log in with.': 'जिससे आप लॉगिन करते हैं।',
  'Send the link': 'लिंक भेजें',
  'Check your inbox': 'अपना इनबॉक्स देखें',
  'It usually arrives within a minute. Check spam too.': 'ईमेल अक्सर एक मिनट में आ जाता है। स्पैम भी देखें।',
  Resend: 'दोबारा भेजें',
  'Back to Login': 'लॉगिन पेज पर लौटें',
  'New password': 'नया पासवर्ड',
  'You’ll be signed out on all devices. Log in with your new password.':
    'आप सभी डिवाइस से साइन आउट हो जाएँगे। नए पासवर्ड से लॉगिन करें।',
  'Good length': 'लंबाई ठीक है',
  'At least 8 characters. Tip: use three random words.': 'कम से कम 8 अक्षर। सुझाव: कोई भी तीन शब्द लें।',
  'Save password': 'पासवर्ड सेव करें',
  'Password updated': 'पासवर्ड बदल गया',
  'The link is incomplete, already used, or older than 1 hour. Your password has not changed.':
    'लिंक अधूरा है, इस्तेमाल हो चुका है, या 1 घंटे से ज़्यादा पुराना है। आपका पासवर्ड नहीं बदला है।',
  'Regenerate Link': 'नया लिंक पाएँ',
  'Verify your email': 'ईमेल वेरिफाई करें',
  'A verification email has been sent to your inbox. Open its link, then log in.':
    'आपके इनबॉक्स में वेरिफिकेशन ईमेल भेजा है। लिंक खोलें, फिर लॉगिन करें।',
  'Check your spam folder for an email from Jhatpat. To get a new link, log in again after 1 minute; only the latest link works.':
    'झटपट से आया ईमेल स्पैम में देखें। नए लिंक के लिए 1 मिनट बाद फिर से लॉगिन करें। सिर्फ़ सबसे नया लिंक चलेगा।',
  'You can log in now. Taking you to login…': 'अब लॉगिन कर सकते हैं। लॉगिन पेज पर जा रहे हैं…',
  'The link is incomplete, used, or older than 24 hours. Log in; if you’re not verified we’ll send a new link.':
    'लिंक अधूरा है, इस्तेमाल हो चुका है, या 24 घंटे से ज़्यादा पुराना है। लॉगिन करें। वेरिफाई नहीं हुआ हो, तो हम नया लिंक भेजेंगे।',
  'It may have worked. Try again or log in.': 'शायद हो गया हो। फिर से कोशिश करें या लॉगिन करें।',
  'Verifying your email': 'आपका ईमेल वेरिफाई हो रहा है',
  'This takes a second.': 'इसमें एक सेकंड लगता है।',

  // What the server says.
  'If this number has an account, an OTP is on its way to it.':
    'अगर इस नंबर पर अकाउंट है, तो OTP भेज दिया गया है।',
  'OTP sent successfully. Please verify your account.': 'OTP भेजा गया। अकाउंट वेरिफाई करें।',
  'Mobile number verified successfully.': 'मोबाइल नंबर वेरिफाई हो गया।',
  'Your email address is verified.': 'आपका ईमेल वेरिफाई हो गया।',
  'If this email has an account, a link to set another password is on its way to it.':
    'अगर इस ईमेल पर अकाउंट है, तो नया पासवर्ड बनाने का लिंक भेज दिया गया है।',
  'Your password is changed. Log in with it.': 'आपका पासवर्ड बदल गया है। नए पासवर्ड से लॉगिन करें।',
  'If this account is locked for new devices, a sign-in link is on its way to its email address.':
    'अगर यह अकाउंट नए डिवाइस के लिए लॉक है, तो लॉगिन का लिंक उसके ईमेल पर भेज दिया गया है।',
  'The email and password don’t match. Try again or reset your password.':
    'ईमेल और पासवर्ड मेल नहीं खाते। फिर से कोशिश करें या पासवर्ड रीसेट करें।',
  'Please verify your email address. A verification email has been sent to your inbox. If you don’t see it, kindly check your spam or junk folder.':
    'कृपया अपना ईमेल वेरिफाई करें। वेरिफिकेशन ईमेल आपके इनबॉक्स में भेजा है। न दिखे, तो स्पैम या जंक फ़ोल्डर देखें।',
  'OTP has expired. Please request a new OTP.': 'OTP एक्सपायर हो गया है। नया OTP मँगाएँ।',
  'Incorrect OTP. Check it and try again.': 'OTP सही नहीं है। चेक करके फिर से डालें।',
  'Five wrong tries. This OTP no longer works. Please request a new OTP.':
    'पाँच बार गलत OTP डाला गया। यह OTP अब नहीं चलेगा। नया OTP मँगाएँ।',
  'The link is corrupted.': 'लिंक सही नहीं है।',
  'The password needs at least 8 characters.': 'पासवर्ड में कम से कम 8 अक्षर होने चाहिए।',
  'This password is too common. Choose a different one.': 'यह पासवर्ड बहुत आम है। कोई दूसरा चुनें।',
  'This email is already in use.': 'यह ईमेल पहले से इस्तेमाल में है।',
  'This mobile number is already in use.': 'यह मोबाइल नंबर पहले से इस्तेमाल में है।',
  'Your device could not be checked. Try again in a moment.':
    'आपका डिवाइस चेक नहीं हो पाया। थोड़ी देर बाद फिर से कोशिश करें।',
  'Network Error. No response, please try again.': 'नेटवर्क एरर। जवाब नहीं मिला, फिर से कोशिश करें।',

  // A login at another provider.
  'Invalid state. This sign-in was started in another tab or already used. Try again.':
    'यह लॉगिन किसी दूसरे टैब में शुरू हुआ था या इस्तेमाल हो चुका है। फिर से कोशिश करें।',
  'Invalid state. We couldn’t verify this sign-in. Try again.':
    'यह लॉगिन वेरिफाई नहीं हो पाया। फिर से कोशिश करें।',
  'You’re signed out there. Sign in there again.': 'आप वहाँ साइन आउट हैं। वहाँ फिर से लॉगिन करें।',
  'Login timed out. Try again.': 'लॉगिन का समय खत्म हो गया। फिर से कोशिश करें।',
  'The login window was closed. Try again.': 'लॉगिन विंडो बंद हो गई। फिर से कोशिश करें।',
  'You need to confirm the sign-in there. Try again.': 'आपको वहाँ लॉगिन कन्फ़र्म करना है। फिर से कोशिश करें।',
  'Login cancelled. Nothing has changed.': 'लॉगिन रद्द हुआ। कुछ नहीं बदला।',
  'Login didn’t work. Try again, or log in another way.':
    'लॉगिन नहीं हुआ। फिर से कोशिश करें, या दूसरे तरीके से लॉगिन करें।',
  'Sign-in was not completed. Try again.': 'लॉगिन पूरा नहीं हुआ। फिर से कोशिश करें।',
  'This login method isn’t available.': 'लॉगिन का यह तरीका उपलब्ध नहीं है।',
  'We couldn’t confirm this login. Try again.': 'यह लॉगिन कन्फ़र्म नहीं हुआ। फिर से कोशिश करें।',
  'The login service isn’t responding. Try again or use another login method.':
    'लॉगिन सर्विस जवाब नहीं दे रही। फिर से कोशिश करें या दूसरे तरीके से लॉगिन करें।',
  'Your email isn’t verified with the login provider. Verify it there, or log in another way.':
    'लॉगिन सर्विस में आपका ईमेल वेरिफाई नहीं है। वहाँ वेरिफाई करें, या दूसरे तरीके से लॉगिन करें।',
  'This login is linked to a different email. Log in another way, or contact support.':
    'यह लॉगिन किसी दूसरे ईमेल से जुड़ा है। दूसरे तरीके से लॉगिन करें, या सपोर्ट से संपर्क करें।',
  'Admins log in with their password.': 'एडमिन पासवर्ड से लॉगिन करते हैं।',
} as const
