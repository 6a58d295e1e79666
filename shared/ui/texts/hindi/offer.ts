/** What is offered to who waits longer than was promised. */
export const offer = {
  'You choose': 'आप चुनें',
  'Wait for it': 'इंतज़ार करें',
  'We’re still working on it. You’ll earn up to {points} points on delivery. You can change your mind later.':
    'हम अब भी इस पर काम कर रहे हैं। डिलीवरी पर आपको {points} तक पॉइंट मिलेंगे। आप बाद में अपना मन बदल सकते हैं।',
  'Our team goes on, and you can still change your mind.':
    'हमारी टीम काम जारी रखती है, और आप बाद में भी मन बदल सकते हैं।',
  Wait: 'इंतज़ार करें',
  'Refund {sum} now': 'अभी {sum} वापस लें',
  'Refund {sum} if it does not come': 'न आए तो {sum} वापस लें',
  'In your wallet within a second. The order ends then.': 'एक सेकंड में आपके वॉलेट में। ऑर्डर वहीं पूरा हो जाता है।',
  'Refund to wallet': 'वॉलेट में वापस लें',
  'You chose to wait. You’ll earn up to {points} points on delivery.':
    'आपने इंतज़ार करना चुना है। डिलीवरी पर {points} तक पॉइंट मिलेंगे।',
  'You chose to wait.': 'आपने इंतज़ार चुना।',
  'Changed your mind?': 'मन बदल गया?',
  'You chose the refund': 'आपने रिफ़ंड चुना',
  'Our team has it in hand just now. Unless it has been delivered, {sum} goes to your wallet after that.':
    'हमारी टीम अभी इस पर काम कर रही है। अगर डिलीवरी नहीं हुई है, तो उसके बाद {sum} आपके वॉलेट में जाएँगे।',
  'It is with the supplier. The moment it is sure that it will not come, {sum} is in your wallet.':
    'यह सप्लायर के पास है। जैसे ही तय हो कि यह नहीं आएगा, {sum} आपके वॉलेट में होंगे।',
  'No answer came. Choose once more: it happens only once.': 'जवाब नहीं आया। एक बार और चुनें: यह एक ही बार होगा।',
  'Your money and your order are as they were.': 'आपके पैसे और ऑर्डर वैसे ही हैं जैसे थे।',
}
